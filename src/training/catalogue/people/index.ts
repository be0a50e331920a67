export { birthDateColumn, reachColumns } from './people.columns.ts'
export { companyGroup, courseGroup } from './people.groups.ts'
