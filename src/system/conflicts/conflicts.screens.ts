import * as z from 'zod'
import { Invalid } from '../../platform/errors.ts'
import { idList } from '../../platform/forms/fields.ts'
import { formatDateTime } from '../../platform/format/format.ts'
import { TEMPORARY } from '../../platform/screens/call/kept-day.contract.ts'
import { action } from '../../platform/screens/call/calls.ts'
import { popup } from '../../platform/screens/popup/popup.ts'
import { settle, takeOver } from './conflicts.commands.ts'
import { HandOverForm, SettleForm } from './conflicts.forms.ts'
import { getConflict, neighboursOf, openConflicts } from './conflicts.queries.ts'
import { OUTCOMES, isAlone, rowsOf, sentAgain } from './conflicts.rules.ts'
import { labelsAt, recordAt } from './declared.queries.ts'
import { HOME } from './list.screens.ts'
import { conflictsArea, handOverArea } from './rights.ts'

/** Each is a request of its own. */
const MOST_TAKEN = 100

/** A phone hands over what the server refused; it lets go of it once this was answered. */
export const conflictHandOver = action({
  area: handOverArea,
  right: 'change',
  path: HOME,
  form: HandOverForm,
  save: async ({ trx, viewer, form: { operation }, services }) => {
    const of = recordAt(services.registry, viewer, operation.url)
    if (of === undefined) throw new Invalid({ operation: ['Dit kan hier niet worden bewaard.'] })
    const id = await takeOver(trx, viewer, operation, of)
    return { changed: [{ type: 'conflict', id }], done: 'Verschil doorgegeven', body: { id } }
  },
  example: (story) => ({
    form: {
      operation: JSON.stringify({
        key: 'voorbeeld-verschil-1',
        label: 'Opmerking',
        url: `/tasks/edit/${story.tasks.call}`,
        at: 0,
        fields: [['title', 'Sleutel ligt bij de receptie']],
        base: [],
        message: 'Deze taak is er niet meer.',
        stale: null,
      }),
    },
  }),
})

/** What a phone kept beside what stands there, of which somebody chooses. */
export const conflictView = popup({
  area: conflictsArea,
  record: 'conflict',
  right: 'view',
  path: `${HOME}/view/:id`,
  home: HOME,
  size: 'large',
  load: async ({ db, params, viewer, services: { registry } }) => {
    const conflict = await getConflict(db, params.id)
    const type = conflict.object_type === null ? null : registry.record(conflict.object_type)
    const isThere = type !== null && (await registry.isVisible(db, viewer, type.type, conflict.object_id))
    const labels = labelsAt(registry, conflict.url)
    const neighbours = await neighboursOf(db, conflict)
    return {
      conflict,
      ...neighbours,
      isAlone: neighbours.before.length === 0 && isAlone(conflict),
      ...rowsOf(conflict, (name) => labels[name]?.label ?? name),
      sent: { id: conflict.id, url: conflict.url, key: conflict.key, fields: sentAgain(conflict) },
      happened: formatDateTime(conflict.happened_at),
      changedAt: conflict.stale && formatDateTime(new Date(conflict.stale.at)),
      settled: conflict.settled_at && formatDateTime(conflict.settled_at),
      outcome: conflict.outcome && OUTCOMES[conflict.outcome],
      opens: isThere ? (type.open?.replace('{id}', String(conflict.object_id)) ?? null) : null,
      what: type?.label.one ?? '',
    }
  },
  title: ({ conflict }) => conflict.label,
  subtitle: ({ conflict, happened }) => `${conflict.person ?? 'Onbekend'}, op de telefoon, ${happened}`,
  view: 'system/conflicts/view',
  example: (story) => ({ params: { id: story.conflicts.task } }),
})

/** Several that are taken of the phone, one after the other; each is saved by its own form, over what stands there. */
export const conflictsTake = popup({
  area: conflictsArea,
  record: 'conflict',
  recordParam: null,
  right: 'change',
  path: `${HOME}/bulk/take`,
  home: HOME,
  size: 'medium',
  query: z.object({ ids: idList(MOST_TAKEN) }),
  load: async ({ db, query: { ids } }) => {
    if (ids.length === 0) throw new Invalid({ ids: ['Vink minimaal één verschil aan.'] })
    const conflicts = await openConflicts(db, ids)
    return {
      settled: ids.length - conflicts.length,
      lines: conflicts.map((conflict) => ({
        label: conflict.label,
        about: `${conflict.person ?? 'Onbekend'}, ${formatDateTime(conflict.happened_at)}`,
        sent: {
          ...{ id: conflict.id, url: conflict.url, key: conflict.key, fields: sentAgain(conflict) },
          token: conflict.temporary_id === null ? null : TEMPORARY + conflict.temporary_id,
        },
      })),
    }
  },
  title: 'Van de telefoon nemen',
  view: 'system/conflicts/take',
  example: (story) => ({ query: { ids: String(story.conflicts.task) } }),
})

/** What was decided; what was taken of a phone is saved by its own form before. */
export const conflictSettle = action({
  area: conflictsArea,
  record: 'conflict',
  recordParam: null,
  right: 'change',
  path: `${HOME}/settle`,
  form: SettleForm,
  formRecords: { id: 'conflict' },
  save: async ({ trx, viewer, form }) => {
    await settle(trx, viewer, form.id, form.outcome, form.made)
    return { changed: [{ type: 'conflict', id: form.id }], flash: { str: 'Verschil beoordeeld', type: 'success' } }
  },
  example: (story) => ({ form: { id: story.conflicts.task, outcome: 'kept' } }),
})
