#include "grounding/checkability.h"

#include <gtest/gtest.h>

namespace gloss {
namespace {

std::string Reason(std::string_view sentence, std::string_view language = "en",
                   bool heading = false) {
  return NotCheckableReason(sentence, language, heading).value_or("");
}

// trulens#1365: "Hi, I'm here to help" counted as unsupported.
TEST(NotCheckable, FindsGreetingsAndOffers) {
  EXPECT_EQ(Reason("Hello!"), "greeting");
  EXPECT_EQ(Reason("Hi there!"), "greeting");
  EXPECT_EQ(Reason("Thank you for your question."), "greeting");
  EXPECT_EQ(Reason("I hope this helps!"), "greeting");
  EXPECT_EQ(Reason("I'm here to help."), "offer");
  EXPECT_EQ(Reason("Let me know if you have any other questions."), "offer");
  EXPECT_EQ(Reason("Please feel free to ask more questions."), "offer");
  EXPECT_EQ(Reason("Please consult your doctor before taking this medication."),
            "advice to the reader");
  EXPECT_EQ(Reason("I'm sorry, but I cannot answer this question."), "refusal");
  EXPECT_EQ(Reason("I don't know."), "refusal");
  EXPECT_EQ(Reason("Hallo!", "de"), "greeting");
  EXPECT_EQ(Reason("Gracias por tu pregunta.", "es"), "greeting");
  EXPECT_EQ(Reason("Merci pour votre question.", "fr"), "greeting");
  EXPECT_EQ(Reason("Grazie per la tua domanda.", "it"), "greeting");
  EXPECT_EQ(Reason("Wenn Sie weitere Fragen haben, helfe ich gerne.", "de"), "offer");
}

TEST(NotCheckable, LetsNoStatementBy) {
  EXPECT_EQ(Reason("Hello, aspirin cures cancer."), "");
  EXPECT_EQ(Reason("Thank you for asking, the dose is 50 mg."), "");
  EXPECT_EQ(Reason("Let me know if you need the dose, which is 50 mg."), "");
  EXPECT_EQ(Reason("Consult your doctor, since aspirin cures cancer."), "");
  EXPECT_EQ(Reason("I believe aspirin cures cancer."), "");
  EXPECT_EQ(Reason("I'm sorry, aspirin is toxic."), "");
  EXPECT_EQ(Reason("Results improved."), "");
  EXPECT_EQ(Reason("Hello", "xx"), "");
}

TEST(NotCheckable, FindsOpinionsThatStateNothing) {
  EXPECT_EQ(Reason("I think this is a great idea."), "opinion");
  EXPECT_EQ(Reason("In my opinion, it is not worth reading."), "opinion");
  EXPECT_EQ(Reason("Ich finde das sehr interessant.", "de"), "opinion");
  EXPECT_EQ(Reason("Meiner Meinung nach ist das eine gute Idee.", "de"), "opinion");
  EXPECT_EQ(Reason("Me parece una buena idea.", "es"), "opinion");
  EXPECT_EQ(Reason("À mon avis, c'est une bonne idée.", "fr"), "opinion");
  EXPECT_EQ(Reason("Secondo me è una buona idea.", "it"), "opinion");
  // A fact in the form of an opinion is a fact.
  EXPECT_EQ(Reason("I think aspirin is good for the heart."), "");
  EXPECT_EQ(Reason("In my view, 12 patients died."), "");
  EXPECT_EQ(Reason("Ich finde, dass Aspirin gut ist.", "de"), "");
  EXPECT_EQ(Reason("Creo que la aspirina es buena.", "es"), "");
  EXPECT_EQ(Reason("Je pense que l'aspirine est utile.", "fr"), "");
  EXPECT_EQ(Reason("Penso che Roma sia bella.", "it"), "");
}

// ragas#878: an answer that says nothing is no pass.
TEST(NotCheckable, FindsAnswersThatKnowNothing) {
  for (const std::string_view answer :
       {"IDK", "I have no idea.", "Not sure.", "The context does not mention this.",
        "The provided documents do not contain information about this question.",
        "There is not enough information to answer this question.", "I could not find this."}) {
    EXPECT_EQ(Reason(answer), "refusal") << answer;
  }
  EXPECT_EQ(Reason("Keine Ahnung.", "de"), "refusal");
  EXPECT_EQ(Reason("No tengo información sobre este tema.", "es"), "refusal");
  EXPECT_EQ(Reason("Aucune idée.", "fr"), "refusal");
  EXPECT_EQ(Reason("Non ci sono informazioni su questo argomento.", "it"), "refusal");
  EXPECT_EQ(Reason("The document does not mention aspirin."), "");
  EXPECT_EQ(Reason("There is no information about side effects in children."), "");
}

TEST(NotCheckable, FindsQuestionsButNotStatementsInTheirForm) {
  EXPECT_EQ(Reason("What is aspirin?"), "question");
  EXPECT_EQ(Reason("Does it help?"), "question");
  EXPECT_EQ(Reason("¿Es útil?", "es"), "question");
  EXPECT_EQ(Reason("Did you know that aspirin cures cancer?"), "");
  EXPECT_EQ(Reason("Aspirin cures cancer, right?"), "");
}

TEST(NotCheckable, FindsUsualHeadings) {
  EXPECT_EQ(Reason("Key findings", "en", true), "heading");
  EXPECT_EQ(Reason("Summary:"), "heading");
  EXPECT_EQ(Reason("Aspirin cures cancer", "en", true), "");
  EXPECT_EQ(Reason("***"), "no words");
}

TEST(BareAnswer, KnowsLanguages) {
  EXPECT_EQ(BareAnswer("Yes.", "en"), true);
  EXPECT_EQ(BareAnswer("FALSE", "en"), false);
  EXPECT_EQ(BareAnswer("Nein!", ""), false);
  EXPECT_EQ(BareAnswer("Vrai.", "fr"), true);
  EXPECT_EQ(BareAnswer("Yes, it is.", "en"), std::nullopt);
}

// llama_index#14753: a bare mention must not pass for a statement.
TEST(IsFragment, FindsAnswersWithoutAStatement) {
  EXPECT_TRUE(IsFragment("Paris.", "en"));
  EXPECT_TRUE(IsFragment("New York City", "en"));
  EXPECT_TRUE(IsFragment("50 mg", "en"));
  EXPECT_TRUE(IsFragment("In 1999.", "en"));
  EXPECT_FALSE(IsFragment("Aspirin helps.", "en"));
  EXPECT_FALSE(IsFragment("Aspirin is bad.", "en"));
  EXPECT_FALSE(IsFragment("Paris is in France.", "en"));
}

// ragas#609: the answer "false" was judged on the question's text.
TEST(StatementOfAnswer, KeepsPolarity) {
  EXPECT_EQ(StatementOfAnswer("Paris is in France. True or false?", true, "en"),
            "Paris is in France.");
  EXPECT_EQ(StatementOfAnswer("True or false: Paris is in France.", false, "en"),
            "Paris is not in France.");
  EXPECT_EQ(StatementOfAnswer("Is Paris in France?", true, "en"), std::nullopt);
  EXPECT_EQ(StatementOfAnswer("Is Paris in France? True or false?", true, "en"), std::nullopt);
  EXPECT_EQ(StatementOfAnswer("", true, "en"), std::nullopt);
}

}  // namespace
}  // namespace gloss
