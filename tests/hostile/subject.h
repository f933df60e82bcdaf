#pragma once
int target(int number);
