import { examineScreens } from './examine-screens.ts'

examineScreens(0, 2)
