import { judgeScreens } from './judge.ts'

judgeScreens(1, 2)
