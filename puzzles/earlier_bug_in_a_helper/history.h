int history_sum(int reading);
int history_unused(int reading);
