#pragma once

/// The only header of this project, with a name that build systems give to generated ones.
int read_config(int version);
