import { LEAVING } from './leaving.ts'
import { MOVING } from './moving.ts'
import { REFRESHING } from './refreshing.ts'

export const COURSES = [...LEAVING, ...MOVING, ...REFRESHING]
