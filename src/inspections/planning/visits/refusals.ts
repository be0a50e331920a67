import { type FieldMessages, Invalid } from '../../../platform/errors.ts'
import type { Draft } from './visits.forms.ts'

type Field = keyof Draft
/** Which field of the form a draft is told at. */
export type FieldOf = (index: number, field: Field) => string

/** What is refused of drafts, to be told all at once. */
export class Refusals {
  readonly fields: FieldMessages = {}
  readonly #fieldOf: FieldOf

  constructor(fieldOf: FieldOf) {
    this.#fieldOf = fieldOf
  }

  add(index: number, field: Field, text: string): void {
    ;(this.fields[this.#fieldOf(index, field)] ??= []).push(text)
  }

  /** @throws Invalid with all of them */
  tell(): void {
    if (Object.keys(this.fields).length > 0) throw new Invalid(this.fields)
  }
}
