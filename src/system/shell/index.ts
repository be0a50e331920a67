import * as screens from './shell.screens.ts'

export { addToMeta, setMeta } from './shell.commands.ts'

export const shellScreens = Object.values(screens)
