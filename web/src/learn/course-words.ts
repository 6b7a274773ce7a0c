/** What the lessons say. Each quiz takes the next of `options`. */

export interface LessonWords {
  readonly title: string;
  readonly text: readonly string[];
  readonly tasks: readonly string[];
  readonly options?: readonly (readonly string[])[];
}

export interface CourseWords {
  readonly chapters: Readonly<Record<string, string>>;
  readonly lessons: Readonly<Record<string, LessonWords>>;
}
