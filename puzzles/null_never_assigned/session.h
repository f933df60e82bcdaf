#ifndef SESSION_H
#define SESSION_H

/** Users of the current session. An optimiser may prove that there never is one; the crash must not vanish.
 */
int session_users(int with_guests);

#endif
