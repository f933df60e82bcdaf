#ifndef SCORE_H
#define SCORE_H

/* How much is told: main.c keeps it. */
extern int score_verbosity;

/* Ends the program; main.c has it. */
void score_give_up(const char* why);

/** The points of a game, such as "3:1", divided by those of the other side. */
int score_ratio(const char* game);

#endif
