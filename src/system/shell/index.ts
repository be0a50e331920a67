import * as screens from './shell.screens.ts'

export const shellScreens = Object.values(screens)
