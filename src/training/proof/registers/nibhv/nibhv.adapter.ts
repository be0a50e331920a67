import { courseOfPlanning } from '../course-registers.queries.ts'
import type { Register } from '../register.ts'
import { ownErrors } from '../registers.queries.ts'
import { nibhvAccess } from './account.commands.ts'
import { listNibhvRecords, nibhvCourse } from './nibhv.queries.ts'
import { nibhvHandOverErrors } from './nibhv.rules.ts'

/** Nederlands Instituut voor Bedrijfshulpverlening: its connection is set up in the settings, its courses one by one. */
export const nibhv: Register = {
  key: 'nibhv',
  access: nibhvAccess,
  takes: async (db, planningId) => (await courseOfPlanning(db, planningId, 'nibhv'))?.enabled ?? false,
  ownErrors: async (db, config, asked) => {
    if (!(await courseOfPlanning(db, asked.planningId, 'nibhv'))?.enabled)
      return { errors: ['Deze opleiding wordt niet aan NIBHV gemeld.'], students: [] }
    const course = await nibhvCourse(db, config, asked.planningId)
    return ownErrors(db, 'nibhv', asked, (planning, own, today) => nibhvHandOverErrors(planning, course, own, today))
  },
  records: listNibhvRecords,
}
