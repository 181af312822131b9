// What of package-lock.json is in node_modules. Node's built-in modules only: nothing may be installed yet.

/** Only devDependencies ask for it. What is also an optional part of something else is not (npm's `devOptional`). */
const isForDevelopment = (entry) => entry.dev === true

/** npm leaves out what is for another platform, and what is only an optional part of something. */
const mayBeAbsent = (entry) => entry.optional === true || entry.devOptional === true

/**
 * Whether node_modules holds what the lock names, in its versions. Both are the `packages` of a lock file; npm keeps
 * one of what it put there. Without `development`, what only tests and checks need is not asked for.
 */
export const isComplete = (wanted, present, { development }) =>
  Object.entries(wanted).every(([path, entry]) => {
    if (path === '' || (!development && isForDevelopment(entry))) return true
    return present[path] ? present[path].version === entry.version : mayBeAbsent(entry)
  })

/** Whether tests were installed here before: an update for `npm start` must not take their packages away. */
export const holdsDevelopment = (wanted, present) =>
  Object.entries(wanted).some(([path, entry]) => isForDevelopment(entry) && path in present)
