/** The shell's own names, offered after a dot, with one line of help each. */

/** One name that can be completed. */
export interface Method {
  name: string;
  help: string;
}

const list = (text: string): Method[] =>
  text
    .trim()
    .split("\n")
    .map((line) => {
      const at = line.indexOf(" ");
      return { name: line.slice(0, at).trim(), help: line.slice(at + 1).trim() };
    });

/** After `db.` */
export const databaseMethods = list(`
getCollection the collection of that name, whatever characters it has
getCollectionNames names of all collections
getSiblingDB another database of the same server
createCollection makes a collection, with options such as a validator or timeseries
createView makes a view: a stored pipeline over a collection
dropDatabase removes this database
runCommand sends a database command and returns its reply
aggregate a pipeline that starts from no collection
stats sizes and counts of this database
`);

/** After `db.name.` */
export const collectionMethods = list(`
find a cursor over the documents that match
findOne the first document that matches, or null
insertOne stores one document
insertMany stores several documents
updateOne changes the first document that matches
updateMany changes every document that matches
replaceOne puts another document in place of the first that matches
deleteOne removes the first document that matches
deleteMany removes every document that matches
findOneAndUpdate changes one document and returns it, in one step
findOneAndReplace replaces one document and returns it, in one step
findOneAndDelete removes one document and returns it, in one step
aggregate runs a pipeline of stages
countDocuments how many documents match
estimatedDocumentCount how many documents there are, from the collection's own count
distinct the different values of one field
bulkWrite several writes in one call
createIndex builds an index
createIndexes builds several indexes
dropIndex removes an index
getIndexes lists the indexes
explain shows the plan instead of the result
stats sizes and counts of this collection
renameCollection gives the collection another name
drop removes the collection
`);

/** After `db.name.find(…).` */
export const cursorMethods = list(`
sort orders the results
limit at most so many results
skip leaves out the first results
project chooses the fields
toArray all results as an array
forEach calls a function for each result
map a cursor of what a function returns for each result
hasNext whether another result waits
next the next result
count how many documents match
explain shows the plan and what it examined
hint forces an index
batchSize results per round trip
collation how strings compare
`);
