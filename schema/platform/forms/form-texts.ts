/** The texts of a form by field name; absent if not sent. */
export type FormTexts = Readonly<Record<string, string | undefined>>
