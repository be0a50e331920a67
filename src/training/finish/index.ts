import { finishWizard } from './finish.screens.ts'

export const finishScreens = [finishWizard]
