#pragma once
#include <bitset>
#include <complex>
#include <queue>
#include <set>
#include <string>
#include <system_error>

/// Sets `error` where the label is too long.
int gauge(const std::bitset<4>& flags, std::complex<double> wave, std::queue<int> jobs, const std::multiset<int>& scores,
          const std::wstring& label, std::error_code& error);
