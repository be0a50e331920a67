import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/types.ts'
import { capital } from '../../platform/format/sentence.ts'
import type { Registry } from '../../platform/registry.ts'
import type { Services } from '../../platform/services.ts'
import { audiences } from '../messages/points.ts'
import { kindOf, listMoments, timingOf } from './moments.queries.ts'
import { timingText } from './moments.rules.ts'
import { type MomentKind, kindsInOrder, momentKinds } from './points.ts'

/** What there is to choose from for moments of a kind. */
export function choicesOf({ registry }: Pick<Services, 'registry'>, kind: MomentKind) {
  const { one, many } = registry.record(kind.of).label
  return {
    kind: { key: kind.key, side: kind.side, of: kind.of },
    ofLabel: capital(one),
    allLabel: `Alle ${many}`,
    kinds: kindsInOrder(registry).map((one) => ({ value: one.key, label: relativeText(one) })),
    recipients: kind.recipients.map((key) => ({ value: key, label: recipientLabel(registry, kind, key) })),
    conditions: kind.conditions,
  }
}

/** 'Voor het begin van de planning'. */
const relativeText = ({ side, words }: MomentKind): string => `${side === 'before' ? 'Voor' : 'Na'} ${words}`

/** What the audience calls these recipients: 'Cursisten'. */
function recipientLabel(registry: Registry, { record }: MomentKind, key: string): string {
  const audience = registry.all(audiences).find((one) => one.record === record)
  return audience?.kinds.find((kind) => kind.key === key)?.label ?? key
}

/** The name of the record for which a moment holds alone, by the type that it names. */
const ownerName = (registry: Registry): RawBuilder<string | null> => {
  const types = [...new Set(registry.all(momentKinds).map(({ of }) => of))].map((of) => registry.record(of))
  const cases = types.map(
    ({ type, table, nameSql, label }) => sql`when ${type} then (select ${nameSql ?? sql`${label.one}`}
      from ${sql.table(table)} where ${sql.ref(`${table}.id`)} = message_moments.object_id)`,
  )
  return cases.length === 0
    ? sql<null>`null`
    : sql<string | null>`(case message_moments.object_type ${sql.join(cases, sql` `)} end)`
}

/** All moments with the name of the record for which each holds alone. */
export const listMomentsWithOwner = (db: Db, registry: Registry) =>
  listMoments(db).select(ownerName(registry).as('owner'))

interface Described {
  kind: string
  days: number
  at: string | null
  recipients: string
  object_type: string | null
  owner: string | null
}

/** A moment in words; one of a kind that no module gives any more has only its key. */
export function describe(registry: Registry, moment: Described) {
  const kind = kindOf(registry, moment.kind)
  const many = kind && registry.record(kind.of).label.many
  return {
    relative: kind ? relativeText(kind) : moment.kind,
    when: kind ? capital(timingText(timingOf(moment, kind), kind)) : moment.kind,
    to: kind ? recipientLabel(registry, kind, moment.recipients) : moment.recipients,
    whose: moment.owner ?? (many === undefined ? '' : `Alle ${many}`),
  }
}
