import { NotFound } from '../../platform/errors.ts'
import { formatDayAndHours, formatTime } from '../../platform/format/format.ts'
import { messagesArea } from '../../platform/mail/rights.ts'
import { action, fragment } from '../../platform/screens/call/calls.ts'
import { may } from '../../platform/access/viewer.ts'
import type { Db } from '../../platform/database/types.ts'
import type { Registry } from '../../platform/registry.ts'
import { describe, listMomentsWithOwner } from './described.queries.ts'
import { resumeMoment, stopMoment } from './moments.commands.ts'
import { countIn, getMoment, kindOf, timingOf } from './moments.queries.ts'
import { dueAt, stateText } from './moments.rules.ts'
import { type MomentKind, kindsInOrder } from './points.ts'

const access = { area: messagesArea, record: 'message-moment' } as const

type Owned = Awaited<ReturnType<ReturnType<typeof listMomentsWithOwner>['execute']>>[number]

/** What a moment sends, sent or did not send in the planning of a record. */
async function inRecord(db: Db, registry: Registry, moment: Owned, kind: MomentKind, recordId: number, now: Date) {
  const { scopeId, ofId, anchor } = await kind.place(db, recordId)
  if (moment.object_id !== null && moment.object_id !== ofId) return null
  const counts = await countIn(db, kind, moment, scopeId)
  const due = anchor && dueAt(timingOf(moment, kind), anchor)
  const at = due === null ? '' : `${formatDayAndHours(due, due)[0]}, ${formatTime(due)}`
  return {
    ...describe(registry, moment),
    id: moment.id,
    name: moment.template,
    ...stateText({ ...counts, due, at, now }),
  }
}

/** The messages that are sent by themselves about a record, with what became of each: a tab of its popup. */
export const momentsTab = fragment({
  ...access,
  recordParam: null,
  alsoRecords: { objectId: ':object' },
  right: 'view',
  path: '/messages/moments/of/:object(word)/:objectId',
  pageAddress: ({ object, objectId }, registry) => registry.itemAddress(object, objectId, 'moments'),
  view: 'system/moments/tab',
  load: async ({ db, params: { object, objectId }, viewer, services: { registry } }) => {
    const kinds = kindsInOrder(registry)
    const changes = may(viewer, messagesArea, 'change')
    const moments = await listMomentsWithOwner(db, registry)
      .where('message_moments.active', '=', true)
      .orderBy('message_moments.id')
      .execute()
    const rows = []
    for (const moment of moments) {
      const kind = kinds.find(({ key }) => key === moment.kind)
      if (kind?.record === object) {
        const row = await inRecord(db, registry, moment, kind, objectId, new Date())
        if (row) rows.push(row)
      } else if (kind?.of === object && (moment.object_id === null || moment.object_id === objectId))
        rows.push({
          ...describe(registry, moment),
          id: moment.id,
          name: moment.template,
          state: null,
          told: '',
          stopped: false,
        })
    }
    const own = kinds.find(({ of }) => of === object)
    if (!own && !kinds.some(({ record }) => record === object)) throw new NotFound()
    return {
      rows,
      changes,
      object,
      objectId,
      addUrl: own && changes ? `/messages/moments/add?kind=${own.key}&object_id=${objectId}` : null,
    }
  },
  example: (story) => ({
    params: { object: 'appointment', objectId: story.appointments.coming },
    foreign: { objectId: 999_999 },
  }),
})

const ofRecord = {
  ...access,
  alsoRecords: { objectId: ':object' },
  right: 'change',
} as const

/** The scope that a record stands in for a moment. @throws NotFound for a record of which the moment does not tell */
async function scopeOf(db: Db, registry: Registry, id: number, object: string, objectId: number): Promise<number> {
  const kind = kindOf(registry, (await getMoment(db, id)).kind)
  if (kind?.record !== object) throw new NotFound()
  return (await kind.place(db, objectId)).scopeId
}

/** Nothing more of this moment goes to the people of one planning. */
export const momentStop = action({
  ...ofRecord,
  path: '/messages/moments/stop/:id/:object(word)/:objectId',
  save: async ({ trx, params: { id, object, objectId }, services }) => {
    await stopMoment(trx, id, await scopeOf(trx, services.registry, id, object, objectId))
    return {
      changed: [{ type: 'message-moment', id }],
      flash: { str: 'Automatisch bericht gestopt voor deze planning', type: 'success' },
    }
  },
  example: (story) => ({
    params: { id: story.moment, object: 'appointment', objectId: story.appointments.coming },
    foreign: { objectId: 999_999 },
  }),
})

export const momentResume = action({
  ...ofRecord,
  path: '/messages/moments/resume/:id/:object(word)/:objectId',
  save: async ({ trx, params: { id, object, objectId }, services }) => {
    await resumeMoment(trx, id, await scopeOf(trx, services.registry, id, object, objectId))
    return {
      changed: [{ type: 'message-moment', id }],
      flash: { str: 'Automatisch bericht hervat', type: 'success' },
    }
  },
  example: (story) => ({
    params: { id: story.stoppedMoment, object: 'appointment', objectId: story.appointments.foreign },
    foreign: { objectId: 999_999 },
  }),
})
