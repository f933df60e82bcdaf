// Texts as a configuration writes them: 'it\'s here'.
#pragma once

/// Characters between the quotation marks that `text` begins with; 0: it does not begin with one.
int quoted_length(const char* text);
