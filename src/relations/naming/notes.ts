/** A quiet word under a field while it is typed; it blocks nothing (public/js/fields/notes.ts shows it). */
export interface FieldNote {
  text: string
  /** Popups of the records it is about. */
  links: { label: string; url: string }[]
}
export type FieldNotes = Record<string, FieldNote[]>
