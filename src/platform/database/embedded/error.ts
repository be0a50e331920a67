/** The database cannot be started. The message is meant for whoever started the product. */
export class ClusterError extends Error {
  override name = 'ClusterError'
}
