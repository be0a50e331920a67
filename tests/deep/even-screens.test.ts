import { judgeScreens } from './judge.ts'

judgeScreens(0, 2)
