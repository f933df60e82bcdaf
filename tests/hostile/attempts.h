// What scripts/hostile has run in a subject.
#pragma once

enum place { TEST, INITIALISER, BUILD };

/// Tries all that is to be refused there. The names of those that succeeded, each behind a blank.
const char* run_attempts(enum place place);
int attempts_count(void);
int take_memory(void);
