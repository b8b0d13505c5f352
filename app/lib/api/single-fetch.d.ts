import "@remix-run/node";

// Loaders and actions hand over dates, undefined and the like as they are; their types have to say so, too.
declare module "@remix-run/node" {
  interface Future {
    v3_singleFetch: true;
  }
}
