#include "strategy/concolic/classifier.h"

#include <gtest/gtest.h>

namespace reenact::concolic {
namespace {

Fingerprint fingerprint(const std::vector<std::uint64_t>& clauses) {
  Fingerprint result;
  for (const std::uint64_t each : clauses) result.insert(each * 0x9E3779B97F4A7C15, each * 0xBF58476D1CE4E5B9);
  return result;
}

TEST(Classifier, NothingSpeaksAgainstAPathAtFirst) {
  Classifier classifier;
  classifier.learn(fingerprint({1}), false);
  classifier.learn(fingerprint({2}), false);
  const Prediction prediction = classifier.predict(fingerprint({1}));
  EXPECT_TRUE(prediction.feasible);
  EXPECT_EQ(prediction.votes, 3);
  EXPECT_EQ(prediction.similarity, 0);
}

TEST(Classifier, TheThreeNearestVote) {
  Classifier classifier;
  classifier.learn(fingerprint({1, 2}), false);
  classifier.learn(fingerprint({1, 2, 3}), false);
  classifier.learn(fingerprint({1, 2, 3, 4}), true);
  classifier.learn(fingerprint({70, 80, 90}), true);
  classifier.learn(fingerprint({71, 81, 91}), true);
  const Prediction prediction = classifier.predict(fingerprint({1, 2}));
  EXPECT_FALSE(prediction.feasible);
  EXPECT_EQ(prediction.votes, 2);
  const Fingerprint own = fingerprint({1, 2});
  EXPECT_DOUBLE_EQ(prediction.similarity,
                   (1 + own.similarity(fingerprint({1, 2, 3})) + own.similarity(fingerprint({1, 2, 3, 4}))) / 3);
}

TEST(Classifier, LaterEvidenceCorrectsEarlier) {
  Classifier classifier;
  for (int i = 0; i < 3; ++i) classifier.learn(fingerprint({1}), false);
  EXPECT_EQ(classifier.predict(fingerprint({1})).votes, 3);
  classifier.learn(fingerprint({1}), true);
  classifier.learn(fingerprint({1}), true);
  const Prediction prediction = classifier.predict(fingerprint({1}));
  EXPECT_TRUE(prediction.feasible);
  EXPECT_EQ(prediction.votes, 2);
}

TEST(Classifier, EqualExamplesAreKeptAsOftenAsTheyCanVote) {
  Classifier classifier;
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(classifier.learn(fingerprint({1}), true));
  EXPECT_FALSE(classifier.learn(fingerprint({1}), true));
  EXPECT_TRUE(classifier.learn(fingerprint({1}), false));
  EXPECT_EQ(classifier.size(), 4);
}

}  // namespace
}  // namespace reenact::concolic
