/** Who a message can be written to. */
import type { RawBuilder } from 'kysely'
import type { Db } from '../../platform/database/types.ts'
import type { Viewer } from '../../platform/access/viewer.ts'
import { NotFound } from '../../platform/errors.ts'
import type { StoredFile } from '../../platform/files/kept-files.ts'
import type { Invitation } from '../../platform/mail/invitations.ts'
import { point } from '../../platform/points.ts'
import type { Registry } from '../../platform/registry.ts'
import type { Services } from '../../platform/services.ts'

/** The audience of a message that is written from nowhere in particular: people who are chosen one by one. */
export const DEFAULT = 'default'

/** Something a template may name, e.g. `ontvanger.naam`; a list has the names of what stands in each of its items. */
export interface MailVariable {
  name: string
  label: string
  each?: { name: string; label: string }[]
}

/** What links of a mail are made with. `foresees`: sending makes them, and this shows how the mail will be. */
export type LinkServices = Pick<Services, 'config'> & { foresees?: boolean }

/**
 * Somebody a message goes to, as a row of SQL; with an id below zero what has nobody to write to, or what stands in for
 * them (`standIn`).
 */
export interface AudienceRow {
  id: number
  kind: string
  name: string
  email: string | null
}

/**
 * People that a message can be written to, found by the area that knows them. When their record is what they are
 * themselves, they are chosen one by one; otherwise they are the people of one record, of the kinds that are chosen.
 */
export interface Audience {
  /** `:type` of /messages/write. */
  type: string
  /** Type of the records whose people they are, which carries messages. */
  record: string
  /** Type of the record that each of them is. */
  recipient: string
  /** Type of the record that is written to itself where it has nobody; their ids are turned below zero. */
  standIn?: string
  /** Type of the records that the address names, where those stand for the people who are chosen. */
  chosenBy?: string
  /** Kinds of recipients, each with the variables that a message to them may use. */
  kinds: { key: string; label: string; variables: MailVariable[] }[]
  /** The people of these records, each once; one statement, so that thousands are queued by one. */
  people(viewer: Viewer, ids: number[], kinds: string[]): RawBuilder<AudienceRow>
  /** What the variables are for these people of these records, by the id of the person. */
  values(
    db: Db,
    ids: number[],
    people: Pick<AudienceRow, 'id' | 'kind'>[],
    /** What links are made with; absent where none is shown yet. */
    services?: LinkServices,
  ): Promise<Map<number, Record<string, unknown>>>
  /** What a message about this record says in the calendars of these people, by their ids. */
  invitations?(db: Db, recordId: number, people: number[], by: InvitedBy): Promise<Map<number, Invitation[]>>
  /** Draws what goes along with the mail of one of them, of what the mailing asks for; asked again it is the same. */
  draw?(services: Services, id: number, drawn: string[]): Promise<StoredFile[]>
}

/** Who invites, and from where. */
export interface InvitedBy {
  organizer: { name: string; email: string }
  /** The name by which calendars know this installation. */
  host: string
  /** Says again what calendars know already. */
  repeat?: boolean
}

/** Whether its people are chosen one by one, and not by their kinds. */
export const choosesPeople = ({ record, recipient }: Pick<Audience, 'record' | 'recipient'>): boolean =>
  record === recipient

export const audiences = point<Audience>('audiences')

/** @throws NotFound for a type nobody finds people for */
export function audienceOf(registry: Registry, type: string): Audience {
  return foundAudience(registry, (audience) => audience.type === type)
}

/** The audience of such records. @throws NotFound as `audienceOf` */
export const audienceOfRecord = (registry: Registry, record: string): Audience =>
  foundAudience(registry, (audience) => audience.record === record)

function foundAudience(registry: Registry, wanted: (audience: Audience) => boolean): Audience {
  const found = registry.all(audiences).find(wanted)
  if (!found) throw new NotFound()
  return found
}

/** A default message that a setting chooses for something that is sent: what it goes with, and when. */
export interface ChosenMessage {
  /** Type of the record that it is about. */
  record: string
  label: string
  /** Null where none is chosen yet. */
  template: number | null
  when: string
  /** The tabs of the settings in which it is chosen, and in which its moment is set. */
  tab: string
  whenTab: string | null
}

export const chosenMessages = point<(db: Db) => Promise<ChosenMessage[]>>('chosen messages')
