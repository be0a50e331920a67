/** A live connection with the helpdesk. Nothing of it is kept: the server passes on what the two browsers say to find one another. */
import * as z from 'zod'
import type { Viewer } from '../../platform/access/viewer.ts'
import type { Db } from '../../platform/database/types.ts'
import { Forbidden, Invalid, NotFound } from '../../platform/errors.ts'
import { id } from '../../platform/forms/fields.ts'
import { action } from '../../platform/screens/call/calls.ts'
import { page } from '../../platform/screens/page.ts'
import type { Services } from '../../platform/services.ts'
import { OF_ASKER, OF_HELPDESK, type Passed } from './remote-support.contract.ts'
import { remoteSupportArea } from './rights.ts'

/** Off until it is configured: then it is not there at all. */
function assertOn({ config }: Services): void {
  if (!config.remoteSupport) throw new NotFound()
}

const isOneOf = (types: readonly string[], type: string): boolean => types.includes(type)

export const helpdesk = page({
  area: remoteSupportArea,
  right: 'view',
  path: '/remote-support',
  title: 'Hulp op afstand',
  view: 'system/remote-support/helpdesk',
  load: ({ viewer, services }) => {
    assertOn(services)
    if (!viewer.isSupport) throw new Forbidden('Deze pagina is voor de helpdesk.')
    return { ice: services.config.remoteSupport!.ice }
  },
  // Without its configuration there is none.
  example: () => null,
})

const Signal = z.object({
  to: id.optional(),
  type: z.enum([...new Set([...OF_ASKER, ...OF_HELPDESK])], 'Dit bericht is niet geldig.'),
  data: z.string().max(5000, 'Dit bericht is te lang.').default(''),
  timestamp: z.coerce.number('Het moment is niet geldig.').int('Het moment is niet geldig.'),
})

/** Whom a message reaches: of the helpdesk the one it names, of others the helpdesk, and one of that where it is named. */
async function listenersOf(db: Db, viewer: Viewer, { to, type }: z.output<typeof Signal>): Promise<number[]> {
  if (!isOneOf(viewer.isSupport ? OF_HELPDESK : OF_ASKER, type)) throw new Forbidden()
  if (to === undefined && (viewer.isSupport || type === 'answer')) throw new Invalid({ to: ['Kies met wie.'] })
  const users = await db
    .selectFrom('users')
    .select('id')
    .where('active', '=', true)
    .where('is_support', '=', !viewer.isSupport)
    .$if(to !== undefined, (query) => query.where('id', '=', to!))
    .execute()
  return users.map((user) => user.id)
}

export const signal = action({
  area: remoteSupportArea,
  right: 'change',
  noUndo: 'changes no record',
  path: '/remote-support/signal',
  form: Signal,
  save: async ({ trx, viewer, form, services }) => {
    assertOn(services)
    const { type, data, timestamp } = form
    const said: Passed = { from: { id: viewer.id, name: viewer.name }, type, data, timestamp }
    await services.changes.say(trx, await listenersOf(trx, viewer, form), 'remote-support', said)
    return { body: { ice: services.config.remoteSupport!.ice } }
  },
  example: () => null,
})
