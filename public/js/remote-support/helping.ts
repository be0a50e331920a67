/** The code of the helpdesk, once it is there. */
import { patiently } from './load.ts'

export const { start } = await patiently(() => import('./helpdesk.ts'))
