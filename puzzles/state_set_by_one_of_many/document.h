#pragma once

// A document with many properties, of which one decides what close() may do.
class Document {
 public:
  void set_title(int value) { store(0, value); }
  void set_author(int value) { store(1, value); }
  void set_subject(int value) { store(2, value); }
  void set_keywords(int value) { store(3, value); }
  void set_creator(int value) { store(4, value); }
  void set_producer(int value) { store(5, value); }
  void set_language(int value) { store(6, value); }
  void set_category(int value) { store(7, value); }
  void set_status(int value) { store(8, value); }
  void set_version(int value) { store(9, value); }
  void set_manager(int value) { store(10, value); }
  void set_company(int value) { store(11, value); }
  void set_comments(int value) { store(12, value); }
  void set_template(int value) { store(13, value); }
  void set_editor(int value) { store(14, value); }
  void set_reviewer(int value) { store(15, value); }
  void set_publisher(int value) { store(16, value); }
  void set_rights(int value) { store(17, value); }
  void set_source(int value) { store(18, value); }
  void set_relation(int value) { store(19, value); }
  void set_coverage(int value) { store(20, value); }
  void set_format(int value) { store(21, value); }
  void set_identifier(int value) { store(22, value); }
  void set_contributor(int value) { store(23, value); }
  void set_audience(int value) { store(24, value); }
  void set_license(int value) { store(25, value); }
  void set_edition(int value) { store(26, value); }
  void set_series(int value) { store(27, value); }
  void set_volume(int value) { store(28, value); }
  void set_issue(int value) { store(29, value); }
  /// Changes nothing but the state that close() asks for.
  void begin_transaction(unsigned options);
  void close();

 private:
  void store(int property, int value);
  int properties_[30] = {};
  unsigned state_ = 0;
};
