/** The code of who asks for help, once it is there. */
import { patiently } from './load.ts'

export const { start } = await patiently(() => import('./client.ts'))
