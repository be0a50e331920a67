export { invitationsOf } from './invitations.queries.ts'
export { news } from './invitations.rules.ts'
