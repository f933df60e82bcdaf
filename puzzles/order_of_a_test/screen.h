#ifndef SCREEN_H
#define SCREEN_H

/* There is one screen. What is drawn on it depends on all that was done before. */
void screen_open(void);
void screen_theme(void);
void screen_fonts(void);
void screen_keys(void);
void screen_mouse(void);
void screen_layout(void);
void screen_frame(void);
void screen_menu(void);
void screen_clear(void);
void screen_close(void);
/** Draws a bar of that length. */
int screen_bar(int length);

#endif
