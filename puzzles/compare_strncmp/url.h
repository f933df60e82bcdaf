#ifndef URL_H
#define URL_H

/** Default port of the URL's scheme, 0 if unknown. */
int url_port(const char* url);

#endif
