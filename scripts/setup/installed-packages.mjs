// Compares package-lock.json to node_modules. Uses Node's built-in modules only: it runs before anything is installed.

/**
 * True if only devDependencies need the package. One that is also an optional dependency of another package has npm's
 * `devOptional` instead.
 */
const isForDevelopment = (entry) => entry.dev === true

/** True if npm may skip the package: it is for another platform, or only an optional dependency. */
const mayBeAbsent = (entry) => entry.optional === true || entry.devOptional === true

/**
 * True if node_modules holds every package of the lock in its version. Both arguments are the `packages` of a lock
 * file; npm stores one for node_modules too. Without `development`, packages only for tests and checks are ignored.
 */
export const isInstallComplete = (wanted, present, { development }) =>
  Object.entries(wanted).every(([path, entry]) => {
    if (path === '' || (!development && isForDevelopment(entry))) return true
    return present[path] ? present[path].version === entry.version : mayBeAbsent(entry)
  })

/** True if development packages are installed: an update for `npm start` must not remove them. */
export const hasDevelopmentPackages = (wanted, present) =>
  Object.entries(wanted).some(([path, entry]) => isForDevelopment(entry) && path in present)
