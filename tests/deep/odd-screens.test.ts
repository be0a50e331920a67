import { examineScreens } from './examine-screens.ts'

examineScreens(1, 2)
