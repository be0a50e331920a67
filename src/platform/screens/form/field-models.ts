/** What the field partials of `views/platform` take; part of the seam that `models.ts` describes. */

export type FieldKind =
  | 'text'
  | 'email'
  | 'tel'
  | 'number'
  | 'password'
  | 'search'
  | 'textarea'
  | 'date'
  | 'time'
  | 'datetime'
  | 'checkbox'
  | 'switch'
  | 'radio'
  | 'select'
  | 'selector'
  | 'file'
  | 'color'
  | 'hidden'

/** Argument of the partial `views/platform/field.ejs`. */
export interface Field {
  kind: FieldKind
  name: string
  label: string
  value?: string | number | boolean | null
  hint?: string
  required?: boolean
  disabled?: boolean
  /** Has the focus when the popup opens, instead of its first field; for a selector. */
  autofocus?: boolean
  placeholder?: string
  autocomplete?: string
  /** Width in the 12-column form grid; 12 by default on phones, 6 otherwise. */
  span?: number
  options?: { value: string; label: string }[]
  min?: number
  max?: number
  step?: number
  maxlength?: number
  /** What a phone offers to type with. */
  inputmode?: 'decimal'
  rows?: number
  multiple?: boolean
  /** Custom text that replaces the label in validation messages (P-187). */
  errorLabel?: string
  /** For kind 'selector'. */
  selector?: SelectorModel
  /** For kind 'file': sent to /file/upload with this path as soon as it is chosen; the form then posts its name. */
  upload?: string
}

/** Records that are dimmed in the list, with a word that says why, while another field of the form has a value. */
export interface MarkedChoices {
  ids: number[]
  word: string
  while: { name: string; value: string }
}

export interface SelectorModel {
  /** Object type of `/ajax/specialSelectorSearch`. */
  type: string
  filters?: Record<string, string>
  /** The chosen records, so that the first paint needs no request. */
  chosen: { id: number | string; label: string }[]
  /** Offer 'Geen' (-1), 'Zelfde' (same), 'Nieuw...' (0). */
  none?: boolean
  marked?: MarkedChoices
  /** What 'Geen' is called where it narrows nothing: 'Alle' in a filter. */
  noneLabel?: string
  same?: boolean
  /** URL of the popup that 'Nieuw...' opens, or null. */
  createUrl?: string | null
  /** URL of the popup of a chosen record, with {id}: a button beside a single choice opens it. */
  viewUrl?: string
  /** A mandatory selector disables the form's submit while 'Maak een keuze' is selected. */
  mandatory?: boolean
  limit?: number
  /** Something has to be chosen: where there is but one, it is. */
  required?: boolean
}

/** What a module asks in the form of somebody else's record; its `key` is sent along, since a switch that is off is not. */
export interface AddedForm {
  title: string
  key: string
  fields: Field[]
}

/** The same as a popup tells it. */
export interface AddedRow {
  label: string
  text: string
  /** The popup of the record that it is. */
  url: string | null
}
