//! The OpenAPI 3.1 document.

use std::collections::{BTreeMap, BTreeSet};

use komadai_protocol::{
    ClientMessage, PROTOCOL, ServerMessage,
    http::{HttpProblem, bot_api::BotError},
    words,
};
use schemars::{
    Schema, SchemaGenerator,
    generate::{Contract as Direction, SchemaSettings},
};
use serde_json::{Map, Value, json};

use super::{AnswerKind, Asker, Content, Operation, RequestBody};

/// Where components refer to each other.
const SCHEMAS: &str = "#/components/schemas/";

/// What is behind the name of a schema that is sent in another form than it is answered.
const SENT_SUFFIX: &str = "Input";

/// What stands in a path for the name of a file.
const FILE: &str = "{file}";

const JSON: &str = "application/json";

/// How a file is sent to whom accepts nothing else ([`crate::api::as_bytes`]).
pub(crate) const BYTES: &str = "application/octet-stream";

/// Writes down what these operations take and give.
pub(crate) fn document(operations: &[Operation]) -> Value {
    let mut schemas = Schemas::new();
    let mut paths: Map<String, Value> = Map::new();
    for operation in operations {
        let written = schemas.operation(operation);
        let whole = (operation.path.clone(), written.clone());
        for (path, written) in json_files(operation, &written).into_iter().chain([whole]) {
            let path = paths.entry(path).or_insert_with(|| json!({}));
            if let Some(methods) = path.as_object_mut() {
                methods.insert(operation.method.to_ascii_lowercase(), written);
            }
        }
    }
    // Not answers of any address: frames of the WebSocket, which share their types.
    schemas.sent.subschema_for::<ClientMessage>();
    schemas.told.subschema_for::<ServerMessage>();
    schemas.told.subschema_for::<words::PositionProblem>();
    let mut paths = Value::Object(paths);
    let components = schemas.into_components(&mut paths);
    let tags: BTreeSet<_> = operations.iter().map(|operation| operation.tag).collect();
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Komadai",
            "version": crate::version::VERSION,
            "description": format!(
                "An online shogi server. Live games are played over the WebSocket `/ws` (protocol \
                 {PROTOCOL}): its frames are `ClientMessage` and `ServerMessage`. Instants are in \
                 Unix milliseconds, positions in SFEN, moves in USI. Fields are only added: a \
                 client ignores fields it does not know."
            ),
            "license": { "name": "AGPL-3.0-or-later", "identifier": "AGPL-3.0-or-later" },
        },
        "servers": [{ "url": "/api/v1" }],
        "tags": tags.iter().map(|tag| json!({ "name": tag })).collect::<Vec<_>>(),
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {
                "browser": {
                    "type": "apiKey",
                    "in": "cookie",
                    "name": "komadai",
                    "description": "The cookie that every page sets; over https its name \
                                    is `__Host-komadai`. A request that changes something must \
                                    come from the site's own pages.",
                },
                "program": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "A token that its owner creates on the account's page.",
                },
            },
        },
    })
}

/// What is sent and what is answered: a field with a default may be left out of the one and is
/// always in the other.
struct Schemas {
    sent: SchemaGenerator,
    told: SchemaGenerator,
}

impl Schemas {
    fn new() -> Self {
        let generator = |direction: Direction| {
            let mut settings = SchemaSettings::draft2020_12();
            settings.definitions_path =
                SCHEMAS.trim_start_matches('#').trim_end_matches('/').into();
            settings.meta_schema = None;
            settings.contract = direction;
            settings.into_generator()
        };
        let mut told = generator(Direction::Serialize);
        told.subschema_for::<HttpProblem>();
        Self { sent: generator(Direction::Deserialize), told }
    }

    fn operation(&mut self, operation: &Operation) -> Value {
        let mut written = json!({
            "operationId": operation.id,
            "tags": [operation.tag],
            "summary": operation.summary,
            "responses": {},
        });
        let mut parameters: Vec<Value> = path_parameters(operation).collect();
        for query in &operation.query {
            parameters.extend(query_parameters(query(&mut self.sent)));
        }
        if !parameters.is_empty() {
            written["parameters"] = parameters.into();
        }
        if let Some(sent) = operation.body {
            written["requestBody"] = self.body(sent);
        }
        for answered in &operation.answers {
            written["responses"][answered.status.to_string()] = self.answered(*answered);
        }
        written["responses"]["default"] = if operation.path.starts_with("/api/") {
            written["servers"] = json!([{ "url": "/" }]);
            json!({
                "description": "The request failed, and why.",
                "content": { JSON: { "schema": self.told.subschema_for::<BotError>() } },
            })
        } else {
            json!({
                "description": "The request failed, and why (RFC 9457).",
                "content": {
                    "application/problem+json": {
                        "schema": { "$ref": format!("{SCHEMAS}HttpProblem") },
                    },
                },
            })
        };
        match operation.asker {
            Asker::Anybody => {}
            Asker::Visitor => {
                written["security"] = json!([{}, { "browser": [] }, { "program": [] }])
            }
            Asker::Player => written["security"] = json!([{ "browser": [] }, { "program": [] }]),
            Asker::Program => written["security"] = json!([{ "program": [] }]),
            Asker::Member | Asker::Operator => written["security"] = json!([{ "browser": [] }]),
        }
        written
    }

    fn body(&mut self, sent: RequestBody) -> Value {
        match sent {
            RequestBody::Json { schema, bytes_max } => json!({
                "required": true,
                "description": format!("At most {bytes_max} bytes."),
                "content": { JSON: { "schema": schema(&mut self.sent) } },
            }),
            RequestBody::Form { schema, bytes_max } => json!({
                "description": format!("At most {bytes_max} bytes; may be left out."),
                "content": {
                    "application/x-www-form-urlencoded": { "schema": schema(&mut self.sent) },
                },
            }),
            RequestBody::File { bytes_max } => json!({
                "required": true,
                "description": format!("A file of at most {bytes_max} bytes."),
                "content": { BYTES: file() },
            }),
        }
    }

    fn answered(&mut self, answered: AnswerKind) -> Value {
        let mut written = json!({ "description": meaning(answered.status) });
        match answered.content {
            Content::Nothing => {}
            Content::Json(schema) => {
                written["content"] = json!({ JSON: { "schema": schema(&mut self.told) } });
            }
            Content::Lines(schema) => {
                written["content"] =
                    json!({ "application/x-ndjson": { "schema": schema(&mut self.told) } });
            }
            Content::Files(list) => {
                let types = list().into_iter().map(|(_, media_type)| media_type);
                let types = types.filter(|it| it != JSON).chain([BYTES.to_owned()]);
                written["content"] = Value::Object(types.map(|it| (it, file())).collect());
            }
        }
        written
    }

    /// All schemas. Where one is sent in another form than it is answered, what is sent has a name
    /// of its own, in the paths as well.
    fn into_components(mut self, paths: &mut Value) -> Map<String, Value> {
        let mut sent = self.sent.take_definitions(true);
        let mut told = self.told.take_definitions(true);
        for schemas in [&mut sent, &mut told] {
            schemas.values_mut().for_each(gather_words);
            name_members(schemas);
        }
        gather_words(paths);
        told.values_mut().for_each(omit_null);
        for (name, schema) in &mut sent {
            let mut omitting = schema.clone();
            omit_null(&mut omitting);
            if told.get(name) == Some(&omitting) {
                *schema = omitting;
            }
        }
        let mut differing: BTreeSet<String> = sent
            .iter()
            .filter(|(name, schema)| told.get(*name).is_some_and(|told| told != *schema))
            .map(|(name, _)| name.clone())
            .collect();
        // Schemas that refer to one of these differ as well.
        loop {
            let more: Vec<_> = sent
                .iter()
                .filter(|(name, _)| told.contains_key(*name) && !differing.contains(*name))
                .filter(|(_, schema)| refers_to_any(schema, &differing))
                .map(|(name, _)| name.clone())
                .collect();
            if more.is_empty() {
                break;
            }
            differing.extend(more);
        }
        for schema in sent.values_mut() {
            rename(schema, &differing);
        }
        for path in paths.as_object_mut().into_iter().flat_map(Map::values_mut) {
            for operation in path.as_object_mut().into_iter().flat_map(Map::values_mut) {
                for part in ["parameters", "requestBody"] {
                    if let Some(part) = operation.get_mut(part) {
                        rename(part, &differing);
                    }
                }
            }
        }
        for (name, schema) in sent {
            let name =
                if differing.contains(&name) { format!("{name}{SENT_SUFFIX}") } else { name };
            told.insert(name, schema);
        }
        tell_members_apart(&mut told);
        told.sort_keys();
        told
    }
}

/// Words that are described one by one become one list, which every generator of clients knows.
fn gather_words(schema: &mut Value) {
    match schema {
        Value::Array(items) => items.iter_mut().for_each(gather_words),
        Value::Object(fields) => {
            fields.values_mut().for_each(gather_words);
            let Some(kinds) = fields.get("oneOf").and_then(Value::as_array) else { return };
            let word = |kind: &Value| kind["const"].as_str().map(str::to_owned);
            let Some(words) = kinds.iter().map(word).collect::<Option<Vec<_>>>() else { return };
            let mut described =
                fields.get("description").and_then(Value::as_str).map(str::to_owned);
            let lines = words.iter().zip(kinds).filter_map(|(word, kind)| {
                Some(format!("- `{word}`: {}", kind["description"].as_str()?))
            });
            let lines = lines.collect::<Vec<_>>().join("\n");
            if !lines.is_empty() {
                described = Some(described.map_or(lines.clone(), |it| format!("{it}\n\n{lines}")));
            }
            fields.remove("oneOf");
            fields.insert("type".to_owned(), "string".into());
            fields.insert("enum".to_owned(), words.into());
            if let Some(described) = described {
                fields.insert("description".to_owned(), described.into());
            }
        }
        _ => {}
    }
}

/// The field that tells a member of a union from the others, and what it says.
fn tag(schema: &Value) -> Option<(&str, &str)> {
    let required = schema.get("required")?.as_array()?;
    let mut fields = schema.get("properties")?.as_object()?.iter();
    fields.find_map(|(name, field)| {
        let said = field.get("const")?.as_str()?;
        required.contains(&json!(name)).then_some((name.as_str(), said))
    })
}

/// Gives each member of a union that has a tag a name: the union's, and what the tag says.
fn name_members(schemas: &mut Map<String, Value>) {
    let mut named = Map::new();
    for (name, schema) in schemas.iter_mut() {
        name_members_of(schema, name, &mut named);
    }
    schemas.extend(named);
}

fn name_members_of(schema: &mut Value, name: &str, named: &mut Map<String, Value>) {
    if let Some(Value::Object(properties)) = schema.get_mut("properties") {
        for (field, property) in properties {
            name_members_of(property, &format!("{name}{}", in_capitals(field)), named);
        }
    }
    if let Some(items) = schema.get_mut("items") {
        name_members_of(items, name, named);
    }
    let Some(Value::Array(members)) = schema.get_mut("oneOf") else { return };
    for member in members {
        let Some((_, said)) = tag(member) else { continue };
        let name = format!("{name}{}", in_capitals(said));
        let mut whole = std::mem::replace(member, json!({ "$ref": format!("{SCHEMAS}{name}") }));
        name_members_of(&mut whole, &name, named);
        named.insert(name, whole);
    }
}

/// `play_engine` is `PlayEngine`.
fn in_capitals(name: &str) -> String {
    let parts = name.split('_').filter_map(|part| part.split_at_checked(1));
    parts.map(|(first, rest)| first.to_ascii_uppercase() + rest).collect()
}

/// Says of each union of schemas with names by which field its members are identified.
fn tell_members_apart(schemas: &mut Map<String, Value>) {
    let tags: BTreeMap<_, _> = schemas
        .iter()
        .filter_map(|(name, schema)| {
            let (field, said) = tag(schema)?;
            Some((format!("{SCHEMAS}{name}"), (field.to_owned(), said.to_owned())))
        })
        .collect();
    schemas.values_mut().for_each(|schema| tell_apart(schema, &tags));
}

fn tell_apart(schema: &mut Value, tags: &BTreeMap<String, (String, String)>) {
    match schema {
        Value::Array(items) => items.iter_mut().for_each(|item| tell_apart(item, tags)),
        Value::Object(fields) => {
            fields.values_mut().for_each(|field| tell_apart(field, tags));
            let Some(members) = fields.get("oneOf").and_then(Value::as_array) else { return };
            let tagged = members.iter().map(|member| {
                let name = member["$ref"].as_str()?;
                tags.get(name).map(|(field, said)| (field, said.clone(), json!(name)))
            });
            let Some(tagged) = tagged.collect::<Option<Vec<_>>>() else { return };
            let Some(field) = tagged.first().map(|(field, ..)| json!(field)) else { return };
            let mapping: Map<_, _> =
                tagged.into_iter().map(|(_, said, name)| (said, name)).collect();
            let told_by = json!({ "propertyName": field, "mapping": mapping });
            fields.insert("discriminator".to_owned(), told_by);
        }
        _ => {}
    }
}

/// What may be left out of answers is left out where there is nothing, and never `null`.
fn omit_null(schema: &mut Value) {
    let Value::Object(fields) = schema else {
        if let Value::Array(items) = schema {
            items.iter_mut().for_each(omit_null);
        }
        return;
    };
    let required = fields.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
    if let Some(Value::Object(properties)) = fields.get_mut("properties") {
        for (name, property) in properties {
            if !required.contains(&json!(name)) {
                without_null(property);
            }
        }
    }
    fields.values_mut().for_each(omit_null);
}

fn without_null(property: &mut Value) {
    if let Some(fields) = property.as_object_mut()
        && fields.get("default").is_some_and(Value::is_null)
    {
        fields.remove("default");
    }
    if let Some(Value::Array(types)) = property.get_mut("type") {
        types.retain(|it| it != "null");
        if let [only] = types.as_slice() {
            property["type"] = only.clone();
        }
    }
    if let Some(Value::Array(members)) = property.get_mut("enum") {
        members.retain(|it| !it.is_null());
    }
    if let Some(Value::Array(kinds)) = property.get_mut("anyOf") {
        kinds.retain(|it| *it != json!({ "type": "null" }));
        if let [Value::Object(only)] = kinds.as_slice() {
            let only = only.clone();
            if let Some(fields) = property.as_object_mut() {
                fields.remove("anyOf");
                fields.extend(only);
            }
        }
    }
}

fn refers_to_any(schema: &Value, names: &BTreeSet<String>) -> bool {
    match schema {
        Value::Object(fields) => fields.iter().any(|(key, value)| match value {
            Value::String(to) if key == "$ref" => {
                to.strip_prefix(SCHEMAS).is_some_and(|name| names.contains(name))
            }
            value => refers_to_any(value, names),
        }),
        Value::Array(items) => items.iter().any(|item| refers_to_any(item, names)),
        _ => false,
    }
}

fn rename(schema: &mut Value, names: &BTreeSet<String>) {
    match schema {
        Value::Object(fields) => {
            for (key, value) in fields {
                match value {
                    Value::String(to) if key == "$ref" => {
                        if to.strip_prefix(SCHEMAS).is_some_and(|name| names.contains(name)) {
                            to.push_str(SENT_SUFFIX);
                        }
                    }
                    value => rename(value, names),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| rename(item, names)),
        _ => {}
    }
}

/// A body that is no JSON. OpenAPI 3.1 wants nothing said of it; generators of clients do.
fn file() -> Value {
    json!({ "schema": { "type": "string", "format": "binary" } })
}

/// The files of an address that are JSON, each as an address of its own: what an answer is read as
/// hangs on the address alone.
fn json_files(operation: &Operation, written: &Value) -> Vec<(String, Value)> {
    let files = operation.files().into_iter().filter(|(_, media_type)| media_type == JSON);
    let own = |(name, _): (String, String)| {
        let mut own = written.clone();
        own["operationId"] = format!("{}_{}", operation.id, name.replace('.', "_")).into();
        if let Some(Value::Array(parameters)) = own.get_mut("parameters") {
            parameters.retain(|it| it["name"] != "file");
        }
        let schema = json!({ "type": "object", "additionalProperties": true });
        own["responses"]["200"]["content"] = json!({ JSON: { "schema": schema } });
        (operation.path.replace(FILE, &name), own)
    };
    files.map(own).collect()
}

fn path_parameters(operation: &Operation) -> impl Iterator<Item = Value> {
    let parts = operation.path.split('/').filter(|part| part.starts_with('{'));
    parts.map(|part| {
        let name = part.trim_matches(['{', '}']);
        let schema = json!({ "type": "string" });
        let mut parameter =
            json!({ "name": name, "in": "path", "required": true, "schema": schema });
        if part == FILE {
            let files = operation.files().into_iter();
            let others = files.filter(|(_, media_type)| media_type != JSON);
            let names: Vec<_> = others.map(|(name, _)| format!("`{name}`")).collect();
            parameter["description"] = names.join(", ").into();
        }
        parameter
    })
}

fn query_parameters(mut query: Schema) -> Vec<Value> {
    let required: Vec<Value> =
        query.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
    let Some(Value::Object(fields)) = query.remove("properties") else { return Vec::new() };
    let parameter = |(name, mut schema): (String, Value)| {
        let description = schema.as_object_mut().and_then(|it| it.remove("description"));
        let is_required = required.contains(&json!(name));
        if !is_required {
            without_null(&mut schema);
        }
        let mut parameter = json!({
            "name": name,
            "in": "query",
            "required": is_required,
            "schema": schema,
        });
        if let Some(description) = description {
            parameter["description"] = description;
        }
        parameter
    };
    fields.into_iter().map(parameter).collect()
}

fn meaning(status: u16) -> &'static str {
    match status {
        201 => "Created.",
        202 => "Accepted, to be done shortly.",
        204 => "It was done.",
        304 => "The client's copy is current.",
        _ => "The requested content.",
    }
}

#[cfg(test)]
mod tests {
    use schemars::JsonSchema;
    use serde::{Deserialize, Serialize};

    use super::*;

    #[derive(Serialize, Deserialize, JsonSchema)]
    struct Inner {
        #[serde(default)]
        n: u32,
    }

    #[derive(Serialize, Deserialize, JsonSchema)]
    struct Outer {
        inner: Inner,
    }

    #[derive(Serialize, Deserialize, JsonSchema)]
    struct Same {
        n: u32,
    }

    #[test]
    fn what_is_sent_otherwise_than_it_is_told_has_a_name_of_its_own() {
        let mut schemas = Schemas::new();
        for generator in [&mut schemas.sent, &mut schemas.told] {
            generator.subschema_for::<Outer>();
            generator.subschema_for::<Same>();
        }
        let body = json!({ "$ref": format!("{SCHEMAS}Outer") });
        let mut paths = json!({ "/": { "post": { "requestBody": body, "responses": body } } });
        let components = schemas.into_components(&mut paths);
        for name in ["Inner", "InnerInput", "Outer", "OuterInput", "Same"] {
            assert!(components.contains_key(name), "{name}");
        }
        assert!(!components.contains_key("SameInput"));
        let refers = |at: &str| paths.pointer(at).and_then(Value::as_str).map(str::to_owned);
        assert_eq!(refers("/~1/post/requestBody/$ref"), Some(format!("{SCHEMAS}OuterInput")));
        assert_eq!(refers("/~1/post/responses/$ref"), Some(format!("{SCHEMAS}Outer")));
    }
}
