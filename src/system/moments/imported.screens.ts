import { messagesArea } from '../../platform/mail/rights.ts'
import { action } from '../../platform/screens/call/calls.ts'
import { popup } from '../../platform/screens/popup/popup.ts'
import { releaseImport } from '../importing/index.ts'
import { listHeld } from './imported.queries.ts'

const PATH = '/messages/moments/imported'
const access = { area: messagesArea, right: 'change' } as const

/** What would go by itself about what was imported, and to whom: it waits here until somebody has seen it (rulings 11.31). */
export const importedMessages = popup({
  ...access,
  path: PATH,
  home: '/messages/moments',
  size: 'large',
  title: 'Berichten over wat is geïmporteerd',
  view: 'system/moments/imported',
  load: async ({ db, services: { registry } }) => ({ imports: await listHeld(db, registry, new Date()) }),
  example: () => ({}),
})

/** Lets them go, each at its moment. */
export const importedRelease = action({
  ...access,
  path: `${PATH}/release/:id`,
  noUndo: 'changes no record',
  save: async ({ trx, params }) => {
    await releaseImport(trx, params.id)
    return {
      changed: [{ type: 'message-moment', id: 0 }],
      close: true,
      open: PATH,
      flash: { str: 'De berichten gaan op hun moment', type: 'success' },
    }
  },
  example: () => ({ params: { id: 1 }, foreign: null }),
})
