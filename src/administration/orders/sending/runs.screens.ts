import { action, fragment } from '../../../platform/screens/call/calls.ts'
import { invoicesArea } from '../../invoices/invoices/rights.ts'
import { steerSending } from './runs.commands.ts'
import { latestSending } from './runs.queries.ts'
import { SteerForm } from './sending.forms.ts'

const HOME = '/administration/billing'
const PATH = '/administration/invoices/sending'
const access = { area: invoicesArea, record: 'invoice', recordParam: null, right: 'change' } as const

/** How far the last run is, which comes again with every invoice that it sends. */
export const sendRunProgress = fragment({
  ...access,
  path: `${PATH}/progress`,
  pageAddress: HOME,
  view: 'administration/sending/progress',
  load: async ({ db }) => ({ run: (await latestSending(db)) ?? null }),
  example: () => ({ foreign: null }),
})

/** Stops a run after the invoice that is being sent, or lets it go on. */
export const sendRunSteer = action({
  ...access,
  path: `${PATH}/steer/:id`,
  noUndo: 'has an undo of its own',
  form: SteerForm,
  save: async ({ trx, viewer, params, form: { running } }) => {
    await steerSending(trx, viewer, params.id, running)
    const str = `Het versturen van facturen ${running ? 'gaat verder' : 'is gestopt'}`
    return { changed: [{ type: 'invoice', id: 0 }], flash: { str, type: 'success' } }
  },
  example: (story) => ({ params: { id: story.sendingRun }, form: { running: '1' }, foreign: null }),
})
