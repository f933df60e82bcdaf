int gauge_empty(void);

int main(void) { return gauge_empty(); }
