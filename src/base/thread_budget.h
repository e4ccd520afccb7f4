#pragma once

namespace gloss {

/// The number of threads that all models of the process share. ggml's threads spin while they wait,
/// so more of them than free cores makes everything several times slower; one number, set once at
/// start, and one model computing at a time (ComputeLease) keep to it.
///
/// Thread-safe.
class ThreadBudget {
 public:
  /// Sets the budget; values below 1 mean "all cores this process may use". Call at start.
  static void Set(int threads);

  /// The budget, never below 1 and never above the cores this process may use.
  static int Get();

  /// Cores that this process may run on (its CPU affinity, not the machine's count).
  static int AvailableCores();
};

/// Held by a model's owner thread while it computes: leases queue for the process's one budget.
class ComputeLease {
 public:
  ComputeLease();
  ~ComputeLease();
  ComputeLease(const ComputeLease&) = delete;
  ComputeLease& operator=(const ComputeLease&) = delete;
};

}  // namespace gloss
