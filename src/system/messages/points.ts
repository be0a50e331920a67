/** Who a message can be written to. */
import type { RawBuilder } from 'kysely'
import type { Db } from '../../platform/database/types.ts'
import type { Viewer } from '../../platform/access/viewer.ts'
import { NotFound } from '../../platform/errors.ts'
import { point } from '../../platform/points.ts'
import type { Registry } from '../../platform/registry.ts'

/** Something a template may name, e.g. `ontvanger.naam`; a list has the names of what stands in each of its items. */
export interface MailVariable {
  name: string
  label: string
  each?: { name: string; label: string }[]
}

/** Somebody a message goes to, as a row of SQL. */
export interface AudienceRow {
  contact_id: number
  kind: string
  name: string
  email: string | null
}

/** People that a message can be written to, found by the area that knows them: contacts, those of a course. */
export interface Audience {
  /** `:type` of /messages/write. */
  type: 'default' | 'course'
  /** Type of the records whose people they are. */
  record: string
  /** Kinds of recipients, each with the variables that a message to them may use. */
  kinds: { key: string; label: string; variables: MailVariable[] }[]
  /** The people of these records, each once; one statement, so that thousands are queued by one. */
  people(viewer: Viewer, ids: number[], kinds: string[]): RawBuilder<AudienceRow>
  /** What the variables are for these people, by contact id. */
  values(
    db: Db,
    ids: number[],
    people: { contactId: number; kind: string }[],
  ): Promise<Map<number, Record<string, unknown>>>
}

export const audiences = point<Audience>('audiences')

/** @throws NotFound for a type nobody finds people for */
export function audienceOf(registry: Registry, type: string): Audience {
  const found = registry.all(audiences).find((audience) => audience.type === type)
  if (!found) throw new NotFound()
  return found
}
