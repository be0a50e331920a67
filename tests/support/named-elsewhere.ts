const DONE_BY = 'says who did it for the firm, by an account: what is known of an account is in the file'
const SECRET = 'a secret of an account, or a count of tries, which goes with it and tells nothing about its owner'
const BETWEEN = 'says which two of the records in the file were permitted beside each other'

/** Tables that name somebody and are not read for the file about that person, each with the reason. */
export const NAMED_ELSEWHERE: Record<string, string> = {
  accounting_checks: DONE_BY,
  away_permits: BETWEEN,
  bank_statements: DONE_BY,
  billing_runs: DONE_BY,
  calendar_feeds: SECRET,
  client_ids: 'holds numbers, which stand with the person too',
  double_bookings: BETWEEN,
  material_permits: DONE_BY,
  moment_sends: 'says which automatic message was taken for whom: the messages themselves are in the file',
  planning_orders: 'says which order a planning has for whom: the orders themselves are in the file',
  sending_runs: DONE_BY,
  sign_in_failures: SECRET,
  two_step_secrets: SECRET,
  imports: 'says for a month who imported a list',
  migration_moves: 'says for three months who moved over from an older system',
  undoable_sets: 'says for a day who can take what back',
  user_tokens: SECRET,
  waiting_steps: DONE_BY,
}
