/** What messages can be sent before and after. */
import type { RawBuilder } from 'kysely'
import type { Db, Trx } from '../../platform/database/types.ts'
import type { Services } from '../../platform/services.ts'
import { point } from '../../platform/points.ts'
import type { Registry } from '../../platform/registry.ts'
import type { Side } from './moments.rules.ts'

/** Somebody who is to be told, and about whom, as a row of SQL. Rows of one recipient and record become one message. */
export interface MomentSubject {
  /** The record whose people they are, as the audience of its type takes it. */
  record_id: number
  /** What it is told about once, such as the planning that the record is a part of. */
  scope_id: number
  /** The record for which a moment can hold alone, of the type `of`. */
  of_id: number
  /**
   * Of whom it tells, and who reads it: ids of contacts. Where the audience of the record finds the reader by another
   * record, such as a quotation, or one that stands in, they are the ids of those turned below zero.
   */
  subject_id: number
  recipient_id: number
  /** What the message is relative to. */
  anchor: Date
  /** From when on nobody needs to be told any more; null: never by itself. */
  until: Date | null
  /** Since when the subject is in it. */
  joined_at: Date
  /** When anything of it changed last: what can still be taken back is not told yet. */
  settled_at: Date
  /** The keys of the conditions that hold. */
  meets: string[]
  /** Which time it is, of what happens more than once. */
  occasion: number
  email: string | null
}

/** What is asked for: all that is at an instant of a window, or all of one scope, whenever it is. */
export type Asked = { from: Date; to: Date } | { scope: number }

/** Something that happens to records of which people can be told at a moment: 'voor het begin van de planning'. */
export interface MomentKind {
  key: string
  side: Side
  /** What it is relative to, with its article: 'het begin van de planning'. */
  words: string
  /** The type of record whose people are told, which has an audience; its popup lists the messages that come. */
  record: string
  /** The type of record for which a moment can hold alone. */
  of: string
  /** Where it stands among others to choose from, the lowest first; 0 unless told. */
  order?: number
  /** Whether its messages say in the calendars of their readers what is new. */
  inCalendars: boolean
  /** Kinds of the audience that can be told. */
  recipients: readonly string[]
  /** What can be asked of a subject beside being there. */
  conditions: readonly { key: string; label: string }[]
  /** Who is to be told, of these recipients; who no longer takes part is not among them. */
  subjects(asked: Asked, recipients: string): RawBuilder<MomentSubject>
  /**
   * The keys of kinds whose messages tell of it as well: who gets one of those shortly before gets no second mail.
   * `meets` is what a subject must meet, beside the conditions, to get one of those.
   */
  carriedBy?: readonly { kind: string; meets: readonly string[] }[]
  /** Files that go along, by the ids of those who read them. */
  attach?(trx: Trx, services: Services, subjects: MomentSubject[]): Promise<Map<number, number[]>>
  /** Where a record of `record` stands: its scope, of what it is, and the instant that all in it share, if they do. */
  place(db: Db, id: number): Promise<{ scopeId: number; ofId: number; anchor: Date | null }>
  /** Who plans it and reads the answers, if anybody is known. */
  planner(db: Db, recordId: number): Promise<{ id: number; name: string; email: string } | null>
}

export const momentKinds = point<MomentKind>('moment kinds')

/** All kinds in the order in which they are chosen from. */
export const kindsInOrder = (registry: Registry): MomentKind[] =>
  registry.all(momentKinds).toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0))
