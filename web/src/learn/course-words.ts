/** What the lessons say. Each quiz takes the next of `options`. */

export interface LessonWords {
  readonly title: string;
  readonly text: readonly string[];
  readonly tasks: readonly string[];
  readonly options?: readonly (readonly string[])[];
  /**
   * For each exercise what is said after a wrong answer; where none can go wrong, there is none.
   */
  readonly wrong?: readonly string[];
}

export interface CourseWords {
  readonly chapters: Readonly<Record<string, string>>;
  readonly lessons: Readonly<Record<string, LessonWords>>;
}
